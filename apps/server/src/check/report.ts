import type { CheckLine } from './site-check.ts'

/** The outcome for one site: its lines, or the reason why it could not be checked. */
export interface SiteReport {
  site: string
  dir: string
  /** Repairs in words, when some were asked for. */
  repaired?: readonly string[]
  checks: readonly CheckLine[]
  error?: string
}

/** 0 without a fault, 1 with one, 2 when a site could not be checked. */
export function exitCode(reports: readonly SiteReport[]): 0 | 1 | 2 {
  if (reports.some(({ error }) => error !== undefined)) return 2
  return reports.some(({ checks }) => checks.some(({ state }) => state === 'fault')) ? 1 : 0
}

/** A line for each check, below the name of its site when there are several. */
export function reportText(reports: readonly SiteReport[]): string {
  return reports
    .map((report) => {
      const head = reports.length > 1 ? [`${report.site} (${report.dir})`] : []
      const error = report.error === undefined ? [] : [report.error]
      return [...head, ...(report.repaired ?? []), ...report.checks.map(lineText), ...error, ''].join('\n')
    })
    .join(reports.length > 1 ? '\n' : '')
}

function lineText({ check, state, count, ids }: CheckLine): string {
  const more = count > ids.length ? ', …' : ''
  const found = count > 0 ? `${count}: ${ids.map(onOneLine).join(', ')}${more}` : ''
  return `${state.padEnd(8)} ${check.padEnd(14)} ${found}`.trimEnd()
}

/** Ids come from people; none may look like a line of its own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const onOneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
