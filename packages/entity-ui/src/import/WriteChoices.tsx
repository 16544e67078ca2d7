import type { ImportOptions, Meta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Select } from '@tavla/ui'
import type { ChoicesProps } from './ReadingChoices.tsx'
import { labelOf, mappingOf, targetOf } from './targets.ts'

const modes = [
  ['create', 'Create new records'],
  ['update', 'Change existing records'],
  ['both', 'Create and change'],
] as const

/** The effect of the lines: they make records, change those that a field finds, or both. */
export function WriteChoices({ meta, form, options, onChange }: ChoicesProps & { meta: Meta }) {
  const { t } = useI18n()
  const { read, write } = meta.doc_meta.permissions
  const targets = Object.values(mappingOf(form, options)).map((name) => targetOf(meta, name))
  const mode = options.mode ?? form.mode
  const key = options.key === undefined ? form.key : options.key
  const hasRows = targets.some(({ inRows }) => inRows)
  const hasLinks = targets.some(({ field }) => field && fieldUi(field.fieldtype).options?.kind === 'entity')
  const keys = targets.filter(({ inRows }) => !inRows)
  const keyChoices = keys.map((target) => ({ value: target.name, label: labelOf(t, target) }))
  const setMode = (next: ImportOptions['mode']) =>
    onChange(
      next === 'create' && !hasRows
        ? { mode: next, key: null }
        : { mode: next ?? 'create', key: key ?? firstKey(meta, keys) },
    )
  return (
    <div className="import-choices">
      {read === 1 && write === 1 && (
        <Select
          label={<Text source="What the rows do" />}
          options={modes.map(([value, source]) => ({ value, label: t(source), source }))}
          value={mode}
          onChange={(next) => setMode(modes.find(([value]) => value === next)?.[0])}
        />
      )}
      {(mode !== 'create' || hasRows) && (
        <Select
          label={<Text source={mode === 'create' ? 'Rows of one record have the same' : 'Find records by'} />}
          options={mode === 'update' ? keyChoices : [{ value: '', label: t('Nothing') }, ...keyChoices]}
          value={key ?? ''}
          onChange={(name) => onChange({ key: name === '' ? null : name })}
        />
      )}
      {hasLinks && (
        <Checkbox
          isChecked={options.create_missing_links === 1}
          onChange={(isOn) => onChange({ create_missing_links: isOn ? 1 : 0 })}
        >
          <Text source="Create linked records that are missing" />
        </Checkbox>
      )}
    </div>
  )
}

/** The field by which records are most likely told apart: the id, else a unique one, else the title, else the only one. */
function firstKey(meta: Meta, keys: readonly ReturnType<typeof targetOf>[]): string | null {
  const known = [
    keys.find(({ name }) => name === 'id'),
    keys.find(({ field }) => field?.unique === 1),
    keys.find(({ name }) => name === meta.doc_meta.title_field),
    keys.length === 1 ? keys[0] : undefined,
  ]
  return known.find((target) => target)?.name ?? null
}
