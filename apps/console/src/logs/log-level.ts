/** A level of lines; `''` stands for all of them. */
export type LogLevel = '' | 'error' | 'warn' | 'info'

/** The levels with their labels: English source texts. */
export const logLevels: readonly { level: LogLevel; label: string }[] = [
  { level: '', label: 'All Levels' },
  { level: 'error', label: 'Error' },
  { level: 'warn', label: 'Warning' },
  { level: 'info', label: 'Information' },
]

/**
 * The level of a line; in the log of calls, an error is a call that failed on the server. Undefined for a
 * continuation line.
 */
export function levelOf(line: string): Exclude<LogLevel, ''> | undefined {
  const call = /^\S+Z \S+ (\d)\d\d [A-Z]+ /.exec(line)
  if (call) return call[1] === '5' ? 'error' : 'info'
  if (/"level":\s*"?(error|fatal|50|60)|\b(ERROR|FATAL)\b/.test(line)) return 'error'
  if (/"level":\s*"?(warn|40)|\bWARN/.test(line)) return 'warn'
  return /"level":\s*"?(info|debug|trace|[123]0)|\bINFO\b/.test(line) ? 'info' : undefined
}

/** The lines of a level, each with its continuation lines, such as a stack. */
export function linesOf<T extends { text: string }>(lines: readonly T[], level: LogLevel): readonly T[] {
  if (level === '') return lines
  let isIn = false
  return lines.filter(({ text }) => {
    const own = levelOf(text)
    if (own !== undefined) isIn = own === level
    return isIn
  })
}
