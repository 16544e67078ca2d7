export function MyProfile() {
  return null
}
