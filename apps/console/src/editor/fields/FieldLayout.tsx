import { textOf } from '@tavla/contract'
import { fieldUi, readRows } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Select } from '@tavla/ui'
import { isSummed, storageKind } from '../field-kinds.ts'
import { isOn } from '../field-row.ts'
import { useFieldDraft } from './draft-context.ts'
import { Property } from './Property.tsx'
import { PropertySection } from './PropertySection.tsx'
import type { PropertiesPart } from './properties-part.ts'
import { SuggestedText } from './SuggestedText.tsx'

/** Where a field stands in the form and in the head, and where its records are left out. */
export function FieldLayout({ row, property, errors, set }: PropertiesPart) {
  const { t } = useI18n()
  const { values } = useFieldDraft()
  const fieldtype = textOf(row.fieldtype)
  const isColumn = values.type === 'Table'
  const hasRows = storageKind(fieldtype) === 'table'
  const tabs = readRows(values.fields).map((one) => textOf(one.form_tab))
  const flags = [
    ...(isColumn ? [] : ['new_row']),
    ...(isColumn || storageKind(fieldtype) === 'secret' ? [] : ['in_head']),
    ...(values.type === 'Settings' ? [] : ['no_copy']),
    ...(isColumn || !leadsAway(fieldtype) ? [] : ['hide_related']),
  ].filter((name) => property(name))
  const spans = ['0', '1', '2', '3', '4'].map((value) =>
    value === '0' ? { value, label: t('By its type'), source: 'By its type' } : { value, label: value },
  )
  const footers = ['Sum', 'Average', 'Count'].filter((kind) => kind === 'Count' || isSummed(fieldtype))
  const none = { value: '', label: t('None'), source: 'None' }
  return (
    <PropertySection title="Layout" context="Entity Field">
      {!isColumn && property('form_tab') && (
        <SuggestedText
          label="Form Tab"
          help="Blank: the tab of the field before it."
          error={errors?.form_tab}
          options={tabs}
          value={textOf(row.form_tab)}
          onChange={set('form_tab')}
        />
      )}
      {!isColumn && !hasRows && property('span') && (
        <Select
          label={<Text source="Span" />}
          error={errors?.span}
          options={spans}
          value={String(Number(row.span) || 0)}
          onChange={(value) => set('span')(Number(value))}
        />
      )}
      {isColumn && property('footer') && (
        <Select
          label={<Text source="Footer" context="Entity Field" />}
          error={errors?.footer}
          options={[
            none,
            ...footers.map((value) => ({
              value,
              label: t(value, undefined, 'footer'),
              source: value,
              context: 'footer',
            })),
          ]}
          value={textOf(row.footer)}
          onChange={(value) => set('footer')(value === '' ? null : value)}
        />
      )}
      <div className="field-flags">
        {flags.map((name) => (
          <Property key={name} error={errors?.[name]}>
            <Checkbox isChecked={isOn(row[name])} onChange={(isChecked) => set(name)(isChecked ? 1 : 0)}>
              <Text source={property(name)?.label ?? name} />
            </Checkbox>
          </Property>
        ))}
      </div>
    </PropertySection>
  )
}

/** True for the types that lead to another record. */
const leadsAway = (fieldtype: string) => ['entity', 'field'].includes(fieldUi(fieldtype).options?.kind ?? '')
