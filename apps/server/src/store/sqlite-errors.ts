import {
  asError,
  diskIsFull,
  errorProperty,
  fileIsDamaged,
  SchemaChanged,
  StoreUnavailable,
  UniqueViolation,
} from './errors.ts'

const sentences: Readonly<Record<number, string>> = {
  5: 'The database is locked by another program.',
  6: 'The database is locked by another program.',
  7: 'The database is out of memory.',
  8: 'The database cannot be written.',
  10: 'The disk reported an error.',
  11: fileIsDamaged,
  13: diskIsFull,
  14: 'The database file cannot be opened.',
  26: 'The file is not a database.',
}

const uniqueCodes = new Set([1555, 2067, 2579])

/**
 * Maps an error of SQLite to the error that callers of the store get; an error without a class of its own is returned
 * unchanged.
 */
export function translateSqliteError(thrown: unknown): Error {
  const code = errorProperty(thrown, 'errcode')
  const error = asError(thrown)
  if (typeof code !== 'number') return error
  if (uniqueCodes.has(code)) return new UniqueViolation(columnsIn(error.message), error)
  if (code === 1 && /^no such (column|table)/.test(error.message)) return new SchemaChanged(error.message, error)
  const sentence = sentences[code & 0xff]
  return sentence === undefined ? error : new StoreUnavailable(sentence, error)
}

// "UNIQUE constraint failed: task.project, task.code"
function columnsIn(message: string): string[] {
  const list = message.split('constraint failed: ')[1] ?? ''
  return list.split(', ').map((name) => name.slice(name.lastIndexOf('.') + 1))
}
