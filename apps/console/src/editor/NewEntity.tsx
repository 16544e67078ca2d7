import { useUnsaved } from '@tavla/app-shell/records'
import { toApiError } from '@tavla/client'
import { type NewRecordModalProps, useEntity, useWindowDraft, WaitingBar } from '@tavla/entity-ui'
import { errorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Dialog, FormFoot, Select, TextField } from '@tavla/ui'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import './change-window.css'

const types = ['Document', 'Settings', 'Table'] as const
const blank = { id: '', module: '', type: 'Document' }
const noFields = { fields: [], links: [] }

/**
 * Creates an entity from an id and a module. Without both it sends nothing, and only logs the reason (reference:
 * screens, Project editor).
 */
export function NewEntity({ onClose, onCreated, onReopen }: NewRecordModalProps) {
  const { t } = useI18n()
  const [{ activeList }, store] = useEntity('Entity')
  const modulesId = useId()
  const place = useRef<HTMLDivElement>(null)
  const markUnsaved = useUnsaved()
  const [draft, setDraft] = useState(blank)
  const values = useMemo(() => typedOf(draft), [draft])
  const isTyped = Object.keys(values).length > 0
  const { kept, ...keptDraft } = useWindowDraft({
    ...{ kind: 'new', entity: 'Entity', id: '', values, form: noFields, onReopen },
    onContinue: (more) => setDraft({ ...blank, ...more }),
  })
  useEffect(() => markUnsaved(isTyped, kept), [markUnsaved, isTyped, kept])
  const [message, setMessage] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const modules = [...new Set(activeList.map(({ module }) => module))].filter((one) => typeof one === 'string')

  const change = (key: keyof typeof draft) => (value: string) => {
    setDraft({ ...draft, [key]: value })
  }
  const close = () => {
    keptDraft.forget()
    onClose()
  }

  const submit = async () => {
    if (isSaving) return
    const [id, module] = [draft.id.trim(), draft.module.trim()]
    if (id === '' || module === '') {
      console.error('Entity ID or Module is required')
      place.current?.querySelector<HTMLInputElement>(`[name="${id === '' ? 'id' : 'module'}"]`)?.focus()
      return
    }
    setSaving(true)
    setMessage(null)
    try {
      const made = await store.create({ id, module, type: draft.type })
      markUnsaved(false)
      keptDraft.done()
      onCreated(made)
    } catch (error) {
      setMessage(errorMessage(toApiError(error), t))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Dialog
      title={<Text source="Create Entity" />}
      onClose={close}
      onSubmit={() => void submit()}
      hasSubmitKeys
      footer={
        <FormFoot onCancel={close} isPending={isSaving}>
          <Text source="Create" />
        </FormFoot>
      }
    >
      <div ref={place} className="editor-new">
        {keptDraft.waitingSince !== null && (
          <WaitingBar
            since={keptDraft.waitingSince}
            onContinue={keptDraft.resume}
            onDiscard={keptDraft.discardWaiting}
          />
        )}
        {message !== null && (
          <p className="field-error" role="alert" dir="auto">
            {message}
          </p>
        )}
        <TextField
          label={<Text source="Entity ID" />}
          description={<Text source="What one record of it is called, such as Invoice." />}
          isRequired
          name="id"
          autoComplete="off"
          maxLength={61}
          value={draft.id}
          onChange={change('id')}
        />
        <TextField
          label={<Text source="Module" />}
          description={<Text source="The part of the work that it belongs to, such as Sales." />}
          isRequired
          name="module"
          autoComplete="off"
          maxLength={140}
          list={modulesId}
          value={draft.module}
          onChange={change('module')}
        />
        <datalist id={modulesId}>
          {modules.map((module) => (
            <option key={module} value={module}>
              {module}
            </option>
          ))}
        </datalist>
        <Select
          label={<Text source="Type" />}
          description={<Text source={descriptions[draft.type] ?? ''} />}
          options={types.map((type) => ({ value: type, label: t(type, undefined, 'type'), source: type }))}
          value={draft.type}
          onChange={change('type')}
        />
      </div>
    </Dialog>
  )
}

/** The values that differ from those of an untouched window. */
const typedOf = (draft: typeof blank) =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== blank[name as keyof typeof blank]))

const descriptions: Readonly<Record<string, string>> = {
  Document: 'Many records, with a list and a form.',
  Settings: 'One record for the whole project.',
  Table: 'Rows inside the records of other entities.',
}
