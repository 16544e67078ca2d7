import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Redirects to another address; again when the user reaches another address with the same redirect. */
export function GoTo({ path }: { path: string }) {
  const navigate = useNavigate()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: two addresses may render this without a new mount
  useEffect(() => void navigate(path, { replace: true }), [navigate, path, key])
  return null
}
