import { type FieldInputProps, fieldUi, isBlank } from '@tavla/fields/ui'
import { useGroupWiring } from '@tavla/ui'
import { useEffect, useRef, useState } from 'react'

/**
 * A heavy input that no screen reaches yet: its value in a box of the same size, until it comes near to sight or somebody
 * comes to type. A form of hundreds would else pay for all of them with each key.
 */
export function FarInput(props: FieldInputProps) {
  const { field, value, values } = props
  const { Input, View } = fieldUi(field.fieldtype)
  const { labelling, wiring } = useGroupWiring()
  const box = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState<'seen' | 'focused'>()
  useEffect(() => (box.current && !isWanted ? whenNear(box.current, () => setWanted('seen')) : undefined), [isWanted])

  if (isWanted) return <Input {...props} autoFocus={isWanted === 'focused'} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: what is typed goes into the input that takes its place
    <div
      ref={box}
      id={wiring?.controlId}
      className="input"
      role="textbox"
      aria-readonly
      tabIndex={0}
      data-invalid={wiring?.isInvalid || undefined}
      onFocus={() => setWanted('focused')}
      {...labelling}
    >
      {!isBlank(value) && <View field={field} value={value} values={values} />}
    </div>
  )
}

/** Calls `act` once the element is less than half a screen away, unless the returned function is called before. */
function whenNear(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && act(), {
    rootMargin: '50%',
  })
  observer.observe(element)
  return () => observer.disconnect()
}
