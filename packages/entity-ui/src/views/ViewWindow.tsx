import { type EntityState, type SavedView, toApiError, viewScopes } from '@tavla/client'
import { contentOf, viewWrites } from '@tavla/client/views'
import { limits } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, ComboBox, Dialog, FormFoot, Select, TextField } from '@tavla/ui'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'

interface ViewWindowProps {
  state: EntityState
  /** Null for a new view of the list as it is. */
  view: SavedView | null
  /** Managers share views. */
  isManager: boolean
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** Name, audience and default of a view (reference: screens, Views). */
export default function ViewWindow({ state, view, isManager, onSaved, onClose }: ViewWindowProps) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const { entity } = state
  const [title, setTitle] = useState(view?.title ?? '')
  const [scope, setScope] = useState<string>(view?.scope ?? 'Mine')
  const [role, setRole] = useState(view?.role ?? null)
  const [isDefault, setDefault] = useState(view?.is_default === 1)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const save = async () => {
    const fields = { title: title.trim(), scope, role: scope === ofRole ? role : null, is_default: isDefault ? 1 : 0 }
    setPending(true)
    try {
      const writes = viewWrites(client)
      if (view) onSaved(await writes.update(entity, { id: view.id, ...fields }))
      else onSaved(await writes.create(entity, { ...contentOf(state), ...fields }))
    } catch (failure) {
      setError(failure)
      setPending(false)
    }
  }
  return (
    <Dialog
      title={<Text source={view ? 'Name and Sharing' : 'Save as New'} />}
      size="small"
      onClose={onClose}
      onSubmit={() => void save()}
      hasSubmitKeys
      footer={
        <FormFoot
          onCancel={onClose}
          isPending={isPending}
          canSubmit={title.trim() !== '' && (scope !== ofRole || role !== null)}
        >
          <Text source="Save" />
        </FormFoot>
      }
    >
      <div className="view-form">
        <TextField label={<Text source="Title" />} value={title} maxLength={limits.dataLength} onChange={setTitle} />
        {isManager && (
          <Select
            label={<Text source="Who sees it" />}
            options={viewScopes.map((value, index) => {
              const source = audiences[index] ?? value
              return { value, label: t(source), source }
            })}
            value={scope}
            onChange={setScope}
          />
        )}
        {scope === ofRole && <RoleChoice role={role} onChange={setRole} />}
        <Checkbox isChecked={isDefault} onChange={setDefault}>
          <Text source="Opens by default" />
        </Checkbox>
        {error !== null && (
          <p className="filter-chip-fault" role="alert">
            <ErrorMessage error={toApiError(error)} />
          </p>
        )}
      </div>
    </Dialog>
  )
}

const [, ofRole] = viewScopes

/** The names of the scopes here, in their order. */
const audiences = ['Only me', 'A role', 'Everybody']

function RoleChoice({ role, onChange }: { role: string | null; onChange: (role: string | null) => void }) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [found, setFound] = useState<readonly { value: string; label: string }[]>([])
  const search = async (txt: string) => {
    const { roles } = viewWrites(client)
    const read = (text: string) => roles(text).catch(() => [])
    const [named, all] = await Promise.all([read(txt), read('')])
    const ids = new Set(named.map(({ value }) => value))
    // The server knows roles by their English names alone.
    const isMeant = (label: string) => label.toLocaleLowerCase().includes(txt.trim().toLocaleLowerCase())
    const shown = all.map((one) => ({ ...one, label: t(one.label) }))
    setFound(shown.filter(({ value, label }) => ids.has(value) || isMeant(label)))
  }
  return (
    <ComboBox
      label={<Text source="A role" />}
      value={role}
      text={role === null ? '' : t(role)}
      suggestions={found}
      onSearch={(text) => void search(text)}
      onChange={(option) => onChange(option?.value ?? null)}
    />
  )
}
