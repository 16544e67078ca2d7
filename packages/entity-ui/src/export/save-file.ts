/** Hands the browser a file to save, as a press on a download does. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to save by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}
