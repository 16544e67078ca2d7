import type { Meta } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { FieldGrid, type FieldGridProps } from './FieldGrid.tsx'

type RecordFieldsProps = Omit<FieldGridProps, 'fields' | 'near'> & { meta: Meta }

/** Number of fields that fit on a usual screen; a taller one shows the rest a moment later. */
const inSight = 56

/**
 * All fields of a record: the default group, then each named group under its heading (reference: screens, Detail form).
 * A form of hundreds of fields opens as fast as one that fills the screen, also for editing.
 */
export function RecordFields({ meta, ...grid }: RecordFieldsProps) {
  const { default_field_group: first, field_groups: groups } = meta
  const all = [first, ...groups]
  const countBefore = (place: number) => all.slice(0, place).reduce((count, { fields }) => count + fields.length, 0)
  const isLong = countBefore(all.length) > inSight
  const nearOf = (place: number) => (isLong ? inSight - countBefore(place) : undefined)
  return (
    <>
      {first.fields.length > 0 && <FieldGrid {...grid} fields={first.fields} near={nearOf(0)} />}
      {groups.map((group, index) => (
        <section key={group.group_name} className="field-group">
          <h3>
            <Text source={group.group_name} />
          </h3>
          <FieldGrid {...grid} fields={group.fields} near={nearOf(index + 1)} />
        </section>
      ))}
    </>
  )
}
