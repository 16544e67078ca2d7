import type { DocViewers } from '@tavla/contract'
import { useFieldServices } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Avatar, Button, Icon } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'

interface RecordNoticesProps {
  viewers: DocViewers['users']
  /** Id of who changed the record under the draft. */
  changedBy: string | null
  onReload: () => void
}

/** Who else looks at the record, and that somebody changed it while it is being edited (contract 4.4). */
export function RecordNotices({ viewers, changedBy, onReload }: RecordNoticesProps) {
  const { language } = useI18n()
  const { fileUrl } = useFieldServices()
  const { user } = useEnvironment().session
  const others = viewers.filter((viewer) => viewer.id !== user)
  const names = new Intl.ListFormat(language, { type: 'unit' }).format(others.map((one) => one.full_name || one.id))
  const changer = viewers.find((viewer) => viewer.id === changedBy)?.full_name ?? changedBy
  return (
    <>
      {others.length > 0 && (
        <p className="record-presence">
          {others.slice(0, 3).map((one) => (
            <Avatar
              key={one.id}
              size="small"
              id={one.id}
              name={one.full_name}
              image={one.user_image && fileUrl(one.user_image)}
            />
          ))}
          <Text source="{0} is also viewing this record" args={[names]} />
        </p>
      )}
      {changedBy !== null && (
        <div className="record-changed" role="alert">
          <Icon name="warning" />
          <p>
            <Text source="This record was changed by {0}." args={[changer ?? '']} />
          </p>
          <Button size="small" onClick={onReload}>
            <Text source="Reload" />
          </Button>
        </div>
      )}
    </>
  )
}
