import { mentionPattern } from '@tavla/contract'
import { useTitleText } from '@tavla/entity-ui'
import { useCallback } from 'react'

/**
 * Returns a function that writes the title of a record of an entity as people read it: in that of a note, the ids of
 * mentioned people stand without their brackets.
 */
export function useReadTitle(): (entity: unknown, title: string) => string {
  const titleText = useTitleText()
  return useCallback(
    (entity, title) => (entity === 'Note' ? title.replace(mentionPattern, '@$1') : titleText(title)),
    [titleText],
  )
}
