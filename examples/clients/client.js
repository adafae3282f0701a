// Ask the engine over a pipe: node examples/clients/client.js [COMMAND…].
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...words] = process.argv.length > 2 ? process.argv.slice(2) : ["minemind", "engine"];
const engine = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
let asked = 0;

/** The result of a request; what the engine says on the way is printed. */
async function ask(question, fields) {
  engine.stdin.write(`${JSON.stringify({ id: ++asked, ask: question, ...fields })}\n`);
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error("the engine has ended");
    const answer = JSON.parse(value);
    if (answer.error) throw new Error(`${answer.error.kind}: ${answer.error.message}`);
    if (answer.result) return answer.result;
    console.log("so far:", answer.info);
  }
}

const board = { text: "3 4 2\n01..\n01..\n01.." };
const analysis = await ask("analyse", { board });
console.log("safe:", JSON.stringify(analysis.safe));
const { moves } = await ask("hint", { board });
for (const move of moves) console.log(move.action, JSON.stringify(move.cell), "because", move.reason);
engine.stdin.end();
