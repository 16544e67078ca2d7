import { type ApiError, justWritten, toApiError } from '@tavla/client'
import type { EntityRecord, RemovedField } from '@tavla/contract'
import { notifyWritten, useEntity, useEnvironment, useMomentText, usePassedFocus } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useRef, useState } from 'react'
import { RestoreFieldWindow } from './RestoreFieldWindow.tsx'
import './removed-fields.css'

interface Asked {
  field: RemovedField
  refusal: ApiError
}

/**
 * The removed fields of an entity whose values are still kept, each with Restore; a name that is in use by now is asked
 * for (reference: screens, Project editor).
 */
export function RemovedFields({ record }: { record: EntityRecord | null }) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const [, store] = useEntity('Entity')
  const [pending, setPending] = useState<RemovedField | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const fields = (record?.removed_fields ?? []) as RemovedField[]
  if (!record || fields.length === 0) return null

  const restore = async (field: RemovedField, new_fieldname: string | null) => {
    if (pending) return
    setPending(field)
    const { fieldname, removed_at, label } = field
    try {
      await store.runAction(record.id, 'restore_field', { fieldname, removed_at, new_fieldname })
      notifyWritten(t, t('The field {0} was restored.', [t(label)]), justWritten())
      setAsked(null)
      await store.reloadRecord()
    } catch (error) {
      const refusal = toApiError(error)
      if (asked || refusal.type === 'DuplicateEntryError') setAsked({ field, refusal })
      else onError(error)
    } finally {
      setPending(null)
    }
  }
  return (
    <section className="removed-fields" aria-labelledby="removed-fields">
      <h3 id="removed-fields">
        <Text source="Removed Fields" />
      </h3>
      <p className="field-help">
        <Text source="For 30 days, a removed field can come back with its values." />
      </p>
      <ul className="field-views">
        {fields.map((field) => (
          <RemovedFieldLine
            key={`${field.fieldname} ${field.removed_at}`}
            field={field}
            isPending={pending === field}
            onRestore={() => void restore(field, null)}
          />
        ))}
      </ul>
      {asked && (
        <RestoreFieldWindow
          {...asked}
          isPending={pending !== null}
          onRestore={(name) => void restore(asked.field, name)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

interface RemovedFieldLineProps {
  field: RemovedField
  isPending: boolean
  onRestore: () => void
}

function RemovedFieldLine({ field, isPending, onRestore }: RemovedFieldLineProps) {
  const { t } = useI18n()
  const moment = useMomentText()
  const { fieldname, label, fieldtype, removed_at, removed_by, records, _link_titles: titles } = field
  const line = useRef<HTMLLIElement>(null)
  usePassedFocus(line, '.record-detail')
  return (
    <li ref={line} className="removed-field">
      <span className="field-view-names">
        <bdi className="field-view-label">{t(label)}</bdi>
        <bdi className="editor-name" dir="ltr">
          {fieldname}
        </bdi>
        <span className="field-view-type">{t(fieldtype, undefined, 'fieldtype')}</span>
      </span>
      <span className="removed-field-facts">
        <span>
          <Text source="Removed" /> <bdi>{moment(removed_at)}</bdi>
        </span>
        {removed_by !== null && <bdi>{titles?.removed_by ?? removed_by}</bdi>}
        <span>
          <Text source="{0, plural, one {# record} other {# records}}" args={[records]} />
        </span>
      </span>
      <Button
        size="small"
        icon={<Icon name="undo" size="small" />}
        isPending={isPending}
        aria-label={`${t('Restore')}: ${t(label)}`}
        onClick={onRestore}
      >
        <Text source="Restore" />
      </Button>
    </li>
  )
}
