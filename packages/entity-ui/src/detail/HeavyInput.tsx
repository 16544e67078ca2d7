import { fieldInput } from '@tavla/fields/inputs'
import { type FieldInputProps, fieldUi, isBlank } from '@tavla/fields/ui'
import { useGroupWiring } from '@tavla/ui'
import { useEffect, useRef, useState } from 'react'

interface HeavyInputProps extends FieldInputProps {
  /** True if the field is below the first screen. */
  isFar: boolean
}

/**
 * A heavy input of a long form. Outside the viewport a box of the same size shows its value, because each key would
 * otherwise cost the rendering of hundreds of inputs. An input that has had the focus stays.
 */
export function HeavyInput({ isFar, ...props }: HeavyInputProps) {
  const { Input } = fieldInput(props.field.fieldtype)
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'asleep' | 'seen' | 'used'>(props.autoFocus ? 'used' : isFar ? 'asleep' : 'seen')
  const [isEntered, setEntered] = useState(false)
  useEffect(() => {
    if (state === 'used' || !place.current) return
    return watchNearness(place.current, (isNear) => setState(isNear ? 'seen' : 'asleep'))
  }, [state])
  const enter = () => {
    if (state === 'asleep') setEntered(true)
    setState('used')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices focus inside
    <div ref={place} onFocus={enter}>
      {state === 'asleep' ? <InputStandIn {...props} /> : <Input {...props} autoFocus={props.autoFocus || isEntered} />}
    </div>
  )
}

function InputStandIn({ field, value, values }: FieldInputProps) {
  const { View } = fieldUi(field.fieldtype)
  const { labelling, wiring } = useGroupWiring()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the real input replaces it on focus
    <div
      id={wiring?.controlId}
      className="input"
      role="textbox"
      aria-readonly
      tabIndex={0}
      data-invalid={wiring?.isInvalid || undefined}
      {...labelling}
    >
      {!isBlank(value) && <View field={field} value={value} values={values} />}
    </div>
  )
}

/** Tells whether the element is visible or within a quarter of its scroll area, until the returned function is called. */
function watchNearness(element: Element, tell: (isNear: boolean) => void): () => void {
  const observer = new IntersectionObserver((entries) => tell(entries.at(-1)?.isIntersecting ?? false), {
    scrollMargin: '25%',
  })
  observer.observe(element)
  return () => observer.disconnect()
}
