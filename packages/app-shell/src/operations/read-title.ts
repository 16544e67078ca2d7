import { mentionPattern } from '@tavla/contract'

/** A title as people read it: in that of a note, the ids of mentioned people stand without their brackets. */
export const readTitle = (entity: unknown, title: string): string =>
  entity === 'Note' ? title.replace(mentionPattern, '@$1') : title
