/** Shows that the application could not start, instead of a blank page. Not translated, because translations may be the missing part. */
export async function showUnlessFailed(root: Element, mounting: Promise<unknown>): Promise<void> {
  try {
    await mounting
  } catch (error) {
    const told = document.createElement('p')
    told.setAttribute('role', 'alert')
    told.textContent = 'Millrace could not be loaded. You may be offline, or the server may still be starting up. '
    const reload = document.createElement('button')
    reload.textContent = 'Reload'
    reload.addEventListener('click', () => location.reload())
    told.append(reload)
    root.replaceChildren(told)
    throw error
  }
}
