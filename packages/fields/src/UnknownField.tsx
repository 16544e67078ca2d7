import { useGroupWiring } from '@tavla/ui'
import { TextView } from './TextView.tsx'
import type { FieldInputProps } from './ui-types.ts'

/** Shows the value instead of an input, for a field of an unknown type or one that only the server sets. */
export function UnknownInput({ field, value, values }: FieldInputProps) {
  const { labelling } = useGroupWiring()
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing to group; the role lets the label name it.
    <div className="field-static" role="group" {...labelling}>
      <TextView field={field} value={value} values={values} />
    </div>
  )
}
