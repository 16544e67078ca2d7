/** A title as people read it: in that of a note, the ids of mentioned people stand without their brackets. */
export const readTitle = (entity: unknown, title: string): string =>
  entity === 'Note' ? title.replace(/@\[([^[\]\r\n]{1,140})\]/g, '@$1') : title
