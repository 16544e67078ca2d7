import { toApiError } from '@tavla/client'
import { useEnvironment } from '@tavla/entity-ui'
import { errorMessage, Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, Icon, TextField } from '@tavla/ui'
import { type FormEvent, useState } from 'react'
import { FileSize } from '../reading/FileSize.tsx'
import { restoreFromTrash, type TrashedProject } from './trash-calls.ts'

/** A deleted project: when it was deleted, until when it is kept, and the way back, under another id if its own is taken. */
export function TrashLine({ item, onRestored }: { item: TrashedProject; onRestored: (id: string) => void }) {
  const { name, id, project_name: title, removed_at: removedAt, until, bytes } = item
  const { t } = useI18n()
  const { formatWithin } = useTimes()
  const { now } = useEnvironment()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** Asked for once the server says that the id is taken. */
  const [other, setOther] = useState<string | null>(null)
  const restore = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setPending(true)
    try {
      const record = await restoreFromTrash(name, other?.trim())
      onRestored(record.id)
    } catch (failure) {
      const refusal = toApiError(failure)
      setError(errorMessage(refusal, t))
      if (refusal.type === 'DuplicateEntryError') setOther(other ?? `${id.slice(0, 38)}-2`)
      setPending(false)
    }
  }
  return (
    <li>
      <form noValidate onSubmit={(event) => void restore(event)}>
        <div className="project-trash-facts">
          <bdi className="project-trash-name">{title}</bdi>
          <bdi dir="ltr">{id}</bdi>
          <span>
            <Text source="Deleted {0}, kept until {1}" args={[removedAt, until].map((at) => formatWithin(at, now()))} />
            {' · '}
            <FileSize bytes={bytes} />
          </span>
        </div>
        <Button type="submit" isPending={isPending} icon={<Icon name="restore_from_trash" />}>
          <Text source="Restore" />
        </Button>
        {error !== null && other === null && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
        {other !== null && (
          <TextField
            label={<Text source="ID" />}
            dir="ltr"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            value={other}
            onChange={setOther}
            {...(error !== null && { error })}
          />
        )}
      </form>
    </li>
  )
}
