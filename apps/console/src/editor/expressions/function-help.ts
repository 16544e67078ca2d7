/** A function as the editor explains it. */
export interface FunctionHelp {
  name: string
  /** Names of its values, in the order in which they are written. */
  takes: string
  /** English source text: what it gives. */
  help: string
  example: string
  /** Stands behind a value and a point. */
  isMethod?: true
}

/** Every function that expressions know (reference: expressions, Functions). */
export const functionHelp: readonly FunctionHelp[] = [
  { name: 'sum', takes: 'list', help: 'Sum of a list', example: 'sum(lines.map(row, row.amount))' },
  { name: 'avg', takes: 'list', help: 'Average of a list', example: 'avg(lines.map(row, row.amount))' },
  { name: 'lowest', takes: 'list', help: 'Lowest number of a list', example: 'lowest([price, 100])' },
  { name: 'highest', takes: 'list', help: 'Highest number of a list', example: 'highest([discount, 0])' },
  { name: 'size', takes: 'list', help: 'Number of rows, or of letters', example: 'size(lines) > 0' },
  { name: 'round', takes: 'x, n', help: 'Rounded to n digits', example: 'round(price * 1.18, 2)' },
  { name: 'floor', takes: 'x', help: 'Rounded down', example: 'floor(hours)' },
  { name: 'ceil', takes: 'x', help: 'Rounded up', example: 'ceil(hours)' },
  { name: 'abs', takes: 'x', help: 'The number without its sign', example: 'abs(balance)' },
  { name: 'double', takes: 'x', help: 'A text as a number', example: 'double(code)' },
  {
    name: 'days_between',
    takes: 'a, b',
    help: 'Days from the first date to the second',
    example: 'days_between(ordered, due)',
  },
  { name: 'add_days', takes: 'd, n', help: 'The date some days later', example: 'add_days(ordered, 14)' },
  { name: 'add_months', takes: 'd, n', help: 'The date some months later', example: 'add_months(started, 12)' },
  { name: 'date_of', takes: 'dt', help: 'The date of a date and time', example: 'date_of(starts_at)' },
  { name: 'year', takes: 'd', help: 'The year of a date', example: 'year(due)' },
  { name: 'month', takes: 'd', help: 'The month of a date, 1 to 12', example: 'month(due)' },
  { name: 'is_set', takes: 'x', help: 'True unless it is blank', example: 'is_set(email)' },
  { name: 'lower', takes: 's', help: 'In small letters', example: 'lower(email)' },
  { name: 'upper', takes: 's', help: 'In capital letters', example: 'upper(code)' },
  { name: 'string', takes: 'x', help: 'A value as a text', example: "string(number) + '/A'" },
  { name: 'has', takes: 'row.field', help: 'True for a field that the row has', example: 'has(parent.total)' },
  { name: 'map', takes: 'row, …', help: 'A value of each row', example: 'lines.map(row, row.amount)', isMethod: true },
  {
    name: 'filter',
    takes: 'row, …',
    help: 'The rows for which it is true',
    example: 'lines.filter(row, row.amount > 0)',
    isMethod: true,
  },
  {
    name: 'all',
    takes: 'row, …',
    help: 'True if it is true of every row',
    example: 'lines.all(row, row.done)',
    isMethod: true,
  },
  {
    name: 'exists',
    takes: 'row, …',
    help: 'True if it is true of some row',
    example: 'lines.exists(row, row.done)',
    isMethod: true,
  },
  {
    name: 'exists_one',
    takes: 'row, …',
    help: 'True if it is true of exactly one row',
    example: 'lines.exists_one(row, row.main)',
    isMethod: true,
  },
  {
    name: 'contains',
    takes: 'text',
    help: 'True if the text stands in it',
    example: "email.contains('@')",
    isMethod: true,
  },
  {
    name: 'startsWith',
    takes: 'text',
    help: 'True if it begins with the text',
    example: "code.startsWith('A')",
    isMethod: true,
  },
  {
    name: 'endsWith',
    takes: 'text',
    help: 'True if it ends with the text',
    example: "code.endsWith('Z')",
    isMethod: true,
  },
  { name: 'trim', takes: '', help: 'Without blanks at both ends', example: 'code.trim()', isMethod: true },
]

/** The functions that go through a list, row by row. */
export const macros: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one'])

/** The words about who asks, and when (reference: expressions, Names). */
export const contextHelp: readonly { name: string; help: string }[] = [
  { name: 'user', help: 'Who looks or saves' },
  { name: 'roles', help: 'The list of their roles' },
  { name: 'today', help: 'The present date' },
  { name: 'now', help: 'The present date and time' },
  { name: 'is_new', help: 'True before the first save' },
]
