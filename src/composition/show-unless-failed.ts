/** Says that the application could not start, where there would be a blank page. It cannot be translated: translations may be what is missing. */
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
