/** Loads a script: browsers refuse other requests of pages opened from disk, and the policy all of them. */
export function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} cannot be loaded.`));
    document.head.append(script);
  });
}
