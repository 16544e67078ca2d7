import type { DocViewers } from '@tavla/contract'
import { useFieldServices } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Avatar } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'

/**
 * The other viewers of the record (reference: live-events, In the client), and those who are writing an answer. It
 * takes the room beside the title, so that nothing moves as people come and go.
 */
export function RecordPresence({ viewers }: { viewers: DocViewers['users'] }) {
  const { t, language } = useI18n()
  const { fileUrl } = useFieldServices()
  const { user } = useEnvironment().session
  const others = viewers.filter((viewer) => viewer.id !== user)
  if (others.length === 0) return null
  const writers = others.filter((viewer) => viewer.is_answering)
  const told = writers.length > 0 ? writers : others
  const names = new Intl.ListFormat(language, { type: 'unit' }).format(told.map((one) => one.full_name || one.id))
  const source = writers.length > 0 ? '{0} is writing an answer' : '{0} is also viewing this record'
  return (
    <p className="record-presence" data-answering={writers.length > 0 || undefined} title={t(source, [names])}>
      {told.slice(0, 3).map((one) => (
        <Avatar
          key={one.id}
          size="small"
          id={one.id}
          name={one.full_name}
          image={one.user_image && fileUrl(one.user_image)}
        />
      ))}
      <span>
        <Text source={source} args={[names]} />
      </span>
    </p>
  )
}
