import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Icon } from "./icon.tsx";

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

/** Says that the browser is offline, while it is. */
export function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  return (
    <div className="offline" role="status">
      {!isOnline && (
        <p className="banner">
          <Icon name="warning" />
          You are offline. Loading resumes with the connection.
        </p>
      )}
    </div>
  );
}
