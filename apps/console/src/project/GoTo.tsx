import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Leads on to another address, in place of this one; again for whoever went on to one that leads there too. */
export function GoTo({ path }: { path: string }) {
  const navigate = useNavigate()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: two addresses may show this in one place, so that it is not drawn anew
  useEffect(() => void navigate(path, { replace: true }), [navigate, path, key])
  return null
}
