import type { DocViewers } from '@tavla/contract'
import { useFieldServices } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Avatar } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'

/** Who else looks at the record (contract 4.4). It takes what room the title leaves, so that nothing moves as people come and go. */
export function RecordPresence({ viewers }: { viewers: DocViewers['users'] }) {
  const { t, language } = useI18n()
  const { fileUrl } = useFieldServices()
  const { user } = useEnvironment().session
  const others = viewers.filter((viewer) => viewer.id !== user)
  if (others.length === 0) return null
  const names = new Intl.ListFormat(language, { type: 'unit' }).format(others.map((one) => one.full_name || one.id))
  const text = t('{0} is also viewing this record', [names])
  return (
    <p className="record-presence" title={text}>
      {others.slice(0, 3).map((one) => (
        <Avatar
          key={one.id}
          size="small"
          id={one.id}
          name={one.full_name}
          image={one.user_image && fileUrl(one.user_image)}
        />
      ))}
      <span>
        <Text source="{0} is also viewing this record" args={[names]} />
      </span>
    </p>
  )
}
