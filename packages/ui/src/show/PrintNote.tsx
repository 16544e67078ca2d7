import { Text } from '../texts.tsx'

/** Notes on paper alone that the page had not finished loading. */
export function PrintNote() {
  return (
    <p className="print-note">
      <Text source="Printed before everything was loaded." />
    </p>
  )
}
