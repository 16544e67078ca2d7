/** A refusal that names no field of its window. */
export function WindowMessage({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p className="field-error" role="alert" dir="auto">
      {text}
    </p>
  )
}
