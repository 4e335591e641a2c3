import type { ImportReport } from './report.ts';

const KIBIBYTE = 1024;
const LISTED = 5;

function sizeOf(bytes: number): string {
  if (bytes < KIBIBYTE) return `${String(bytes)} bytes`;
  const mebibytes = bytes / KIBIBYTE / KIBIBYTE;
  return mebibytes < 1 ? `${(bytes / KIBIBYTE).toFixed(1)} KiB` : `${mebibytes.toFixed(1)} MiB`;
}

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${String(count)}`)
    .join(', ');

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** A report as lines for a person: what was found, what is sent, and what is not. */
export function describeReport(report: ImportReport): string[] {
  const { files, events, rejected, broken, isDryRun } = report;
  const lines = [
    `files      ${String(files.found)} found, ${String(files.read)} read, ${String(files.unchanged)} without anything new`,
    `sessions   ${String(report.sessions)}`,
    `events     ${counted(events.total, 'event')}, ${sizeOf(report.bytes)}${events.total === 0 ? '' : ` (${listed(events.byType)})`}`,
  ];
  if (report.from !== undefined && report.to !== undefined) lines.push(`time       ${report.from} to ${report.to}`);
  const secrets = total(report.secrets);
  lines.push(`secrets    ${secrets === 0 ? 'none found' : `${String(secrets)} replaced (${listed(report.secrets)})`}`);
  if (report.cut > 0) lines.push(`cut        ${counted(report.cut, 'event')} larger than the service takes`);
  if (total(report.leftOut) > 0) lines.push(`left out   ${listed(report.leftOut)}`);
  if (total(report.unknown) > 0) lines.push(`unknown    ${listed(report.unknown)}`);
  if (broken.total > 0) {
    lines.push(`broken     ${counted(broken.total, 'line')}`);
    for (const { path, line } of broken.lines.slice(0, LISTED)) lines.push(`           ${path}:${String(line)}`);
  }
  for (const { path, reason } of files.failed) lines.push(`failed     ${path}: ${reason}`);
  if (rejected.total > 0) {
    lines.push(`rejected   ${counted(rejected.total, 'event')} by the service`);
    for (const { key, code, message } of rejected.first.slice(0, LISTED))
      lines.push(`           ${key}: ${code}, ${message}`);
  }
  lines.push(isDryRun ? 'Nothing was sent: this was a dry run.' : `${counted(report.sent, 'event')} sent.`);
  return lines;
}
