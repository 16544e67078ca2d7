import { useGroupWiring } from '@tavla/ui'
import { TextCell, TextView } from './TextView.tsx'
import type { FieldInputProps } from './ui-types.ts'

/** What a field of an unknown type, or one that nobody but the server sets, shows in place of an input. */
export function UnknownInput({ field, value, values }: FieldInputProps) {
  const { labelling } = useGroupWiring()
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing to group; the role lets the label name it.
    <div className="field-static" role="group" {...labelling}>
      <TextView field={field} value={value} values={values} />
    </div>
  )
}

export { TextCell as UnknownCell, TextView as UnknownView }
