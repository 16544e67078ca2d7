import { useEffect, useState } from 'react'
import { Text } from '../texts.tsx'

/** A wait longer than this gets a note. Milliseconds. */
const slow = 5_000

/** Notes that a long wait still goes on; it always ends, in an answer or in an error. */
export function SlowNote() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slow)
    return () => clearTimeout(timer)
  }, [])
  return isSlow ? (
    <p className="slow-note">
      <Text source="This is taking longer than usual." />
    </p>
  ) : null
}
