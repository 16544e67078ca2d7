/** Everyday words for the field types, by which the search of a list of types finds them besides their names. */
const groups: readonly (readonly [words: string, types: string])[] = [
  ['number, quantity, sum', 'Int,Float,Currency,Rating,Duration'],
  ['money, price, amount', 'Currency'],
  ['whole number, count', 'Int'],
  ['decimal, fraction', 'Float'],
  ['stars, score', 'Rating'],
  ['text, letters, string', 'Data,Small Text,Text,Long Text,Text Editor,Code'],
  ['email, phone, address, line of text', 'Data'],
  ['notes, description, paragraph', 'Small Text,Text,Long Text,Text Editor'],
  ['date, day, time', 'Date,Datetime,Time,Duration'],
  ['yes or no, checkbox, tick', 'Check'],
  ['choice, list, status, options', 'Select'],
  ['link, reference, relation', 'Link,Dynamic Link'],
  ['rows, lines, list', 'Table'],
  ['file, upload, document', 'Attach,Attach Image'],
  ['picture, photo', 'Attach Image'],
  ['secret, hidden', 'Password'],
]

/** The English sources of the words for a field type. */
export const typeWords = (type: string): readonly string[] =>
  groups.flatMap(([words, types]) => (types.split(',').includes(type) ? [words] : []))
