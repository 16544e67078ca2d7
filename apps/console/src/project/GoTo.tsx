import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Redirects to another address; again when the user reaches another address with the same redirect. */
export function GoTo({ path, state }: { path: string; state?: unknown }) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const go = useEffectEvent(() => void navigate(path, { replace: true, state }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: two addresses may render this without a new mount
  useEffect(() => go(), [path, key])
  return null
}
