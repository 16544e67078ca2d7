const maskable: ReadonlySet<string> = new Set([
  ...['Data', 'Read Only', 'Small Text', 'Text', 'Long Text', 'Text Editor', 'Code'],
  ...['Date', 'Datetime', 'Attach', 'Attach Image'],
])

/** Whether values of this field type can be masked in a copy of a project (reference: hosting, Masks). */
export const canBeMasked = (fieldtype: string): boolean => maskable.has(fieldtype)
