/** An error that appears below a long form is scrolled into sight, because whoever pressed *Save* would not see it. @returns ends it */
export function keepAlertsInSight(body: HTMLElement): () => void {
  const watching = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
    const alerts = added.map((node) => (node.matches('[role=alert]') ? node : node.querySelector('[role=alert]')))
    alerts.find((alert) => alert !== null)?.scrollIntoView({ block: 'nearest' })
  })
  watching.observe(body, { childList: true, subtree: true })
  return () => watching.disconnect()
}
