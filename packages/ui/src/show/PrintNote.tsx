import { Text } from '../texts.tsx'

/** Tells on paper alone that something was still to come; nobody else can know it there. */
export function PrintNote() {
  return (
    <p className="print-note">
      <Text source="Printed before everything was loaded." />
    </p>
  )
}
