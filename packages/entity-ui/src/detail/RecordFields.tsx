import type { Meta } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { FieldGrid, type FieldGridProps } from './FieldGrid.tsx'

type RecordFieldsProps = Omit<FieldGridProps, 'fields'> & { meta: Meta }

/** All fields of a record: the default group, then each named group under its heading (spec 2.10). */
export function RecordFields({ meta, ...grid }: RecordFieldsProps) {
  const { default_field_group: first, field_groups: groups } = meta
  return (
    <>
      {first.fields.length > 0 && <FieldGrid {...grid} fields={first.fields} />}
      {groups.map((group) => (
        <section key={group.group_name} className="field-group">
          <h3>
            <Text source={group.group_name} />
          </h3>
          <FieldGrid {...grid} fields={group.fields} />
        </section>
      ))}
    </>
  )
}
