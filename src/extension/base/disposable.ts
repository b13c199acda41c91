/** Anything released with `dispose`. */
export interface Releasable {
  dispose(): unknown;
}

/** Releases everything registered with it, last first; later registrations are released immediately. */
export abstract class Disposable implements Releasable {
  #children: Releasable[] = [];
  #disposed = false;

  protected get disposed(): boolean {
    return this.#disposed;
  }

  protected _register<T extends Releasable>(child: T): T {
    if (this.#disposed) child.dispose();
    else this.#children.push(child);
    return child;
  }

  dispose(): void {
    this.#disposed = true;
    const children = this.#children;
    this.#children = [];
    for (const child of children.reverse()) child.dispose();
  }
}
