/** The facts that the store needs about a statement before preparing it. */
export interface SqlText {
  /** The same statement with `?` written as `$1`, `$2`, … */
  numbered: string
  /** How many values must be bound. */
  params: number
}

// Quoted text and comments match first, so that a `?` or a word inside them is left alone.
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?\d*|\$\d+|(?<![\w.$])user(?!\w)/gi

/**
 * Reads a statement once: its placeholders (`?`, or `$n` as printed for PostgreSQL) and the one trap that exists only
 * on PostgreSQL.
 * @throws Error for an unquoted `user`: on PostgreSQL it is a function, so the condition would silently mean something
 * else
 */
export function readSql(sql: string): SqlText {
  let questions = 0
  let highest = 0
  const numbered = sql.replace(tokens, (token) => {
    if (token === '?') return `$${++questions}`
    if (token.startsWith('?')) throw new Error(`Numbered placeholders differ between databases, write ?: ${sql}`)
    if (token.startsWith('$')) highest = Math.max(highest, Number(token.slice(1)))
    if (/^user$/i.test(token)) throw new Error(`Write "user" in double quotes, it is a reserved word: ${sql}`)
    return token
  })
  if (questions > 0 && highest > 0) throw new Error(`Two kinds of placeholders in one statement: ${sql}`)
  return { numbered, params: Math.max(questions, highest) }
}
