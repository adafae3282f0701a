// What the linter looks for in the page's JavaScript; how it is laid out is prettier's business, types are tsc's.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-implicit-globals": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "text from outside goes by textContent" },
      ],
      "max-lines": ["error", { max: 400 }],
    },
  },
  { files: ["src/minemind/web/static/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tests/web/model/*.js", "*.js"], languageOptions: { globals: globals.node } },
];
