// The theme, set before anything is painted so that a dark page never flashes white. For the same reason this file is
// not a module: modules run only after the page is parsed.

(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      const theme = localStorage.getItem("minemind.theme");
      return theme && ["light", "dark", "classic", "contrast"].includes(theme) ? theme : null;
    } catch {
      return null;
    }
  };
  const apply = () => (document.documentElement.dataset.theme = chosen() ?? (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", () => {
    apply();
    dispatchEvent(new Event("themechange"));
  });
  apply();
})();
