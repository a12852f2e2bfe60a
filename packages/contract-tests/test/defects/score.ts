// Prints which share of the defects of each author the suite finds in the reference, and which allowed behaviours
// it takes for defects. Names of authors as arguments leave out the others.
import { AUTHORS, exchangeDefects, GATES } from "./corpus.ts";
import { alarmsOf, isFound } from "./exchange.ts";
import { watched } from "./mutation.ts";
import { defects } from "./service/index.ts";
import { nameOf, tryDefect } from "./try.ts";

const asked = process.argv.slice(2);
const authors = AUTHORS.filter((author) => asked.length === 0 || asked.includes(author));
const wrong: string[] = [];

function row(author: string, what: string, found: number, of: number, aim: string): void {
  console.log(`| ${author} | ${what} | ${found} of ${of} | ${aim} |`);
}

console.log("| author | defects | found | required |\n| --- | --- | --- | --- |");
for (const author of authors) {
  for (const basis of ["stated", "implied"] as const) {
    const tried = exchangeDefects.filter((each) => each.author === author && each.basis === basis);
    const missed: string[] = [];
    let found = 0;
    for (const defect of tried) {
      let hasEffect = false;
      const mutation = watched(defect.mutation, () => {
        hasEffect = true;
      });
      const isNoticed = await isFound({ ...defect, mutation });
      found += isNoticed ? 1 : 0;
      if (!isNoticed) {
        const what = hasEffect ? "missed" : "without effect here";
        missed.push(`${what}, ${author}, ${basis}: ${defect.kind}: ${defect.name}`);
      }
    }
    if (tried.length > 0) {
      row(author, `of exchanges, ${basis}`, found, tried.length, `${GATES[author][basis] * 100} %`);
    }
    wrong.push(...missed);
  }
  const own = defects.filter((each) => each.author === author);
  const missed: string[] = [];
  for (const defect of own) {
    const { caughtBy } = await tryDefect(defect);
    missed.push(...(caughtBy === undefined ? [`missed, ${author}, ${nameOf(defect)}`] : []));
  }
  if (own.length > 0) {
    row(author, "of the server", own.length - missed.length, own.length, "100 %");
  }
  wrong.push(...missed);
}

console.log("\n| author | allowed behaviours | taken for defects |\n| --- | --- | --- |");
for (const author of authors) {
  const allowed = exchangeDefects.filter(
    (each) => each.author === author && each.basis === "allowed",
  );
  const alarms: string[] = [];
  for (const behaviour of allowed) {
    const titles = await alarmsOf(behaviour);
    alarms.push(...(titles.length > 0 ? [`${behaviour.name}: ${titles.join(", ")}`] : []));
  }
  console.log(`| ${author} | ${allowed.length} | ${alarms.length} |`);
  wrong.push(...alarms.map((each) => `alarm, ${author}: ${each}`));
}
for (const each of wrong) {
  console.log(each);
}
