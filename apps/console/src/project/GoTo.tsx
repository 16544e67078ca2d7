import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Leads on to another address, in place of this one. */
export function GoTo({ path }: { path: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(path, { replace: true }), [navigate, path])
  return null
}
