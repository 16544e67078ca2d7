import { useEffect, useState } from 'react'
import { Text } from '../texts.tsx'

/** After this nobody believes any more that it is a moment. Milliseconds. */
const slow = 5_000

/** Says of a wait that is unusually long that it still goes on; it ends by itself, in an answer or in an error. */
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
