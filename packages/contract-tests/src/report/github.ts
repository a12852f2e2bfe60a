import type { Report } from "../report.ts";
import { titleOf } from "../results.ts";
import { causesOf } from "./causes.ts";
import { findingText } from "./finding-text.ts";

/** Formats one GitHub annotation per cause, at the line of the contract that requires otherwise. */
export function githubAnnotations({ results, reasons, verdict }: Report): string {
  const causes = causesOf(results).map(({ finding, request, results: failed }) => {
    const { document, line } = finding.rule;
    const place = line === undefined ? "" : `file=${property(document)},line=${line},`;
    const { about, expected, actual } = findingText(finding);
    const title = failed[0] ? titleOf(failed[0]) : "";
    const message = [`expected ${about}: ${expected}`, `received ${actual}`, request].join("\n");
    return `::error ${place}title=${property(title)}::${data(message)}`;
  });
  const level = verdict === "untested" ? "error" : "warning";
  return [...causes, ...reasons.map((reason) => `::${level}::${data(reason)}`)].join("\n");
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
