import { onlineManager } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { queryClient } from "../api.ts";
import { formatTime } from "../format/time.ts";
import { Icon } from "./icon.tsx";

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

/** Returns whether the browser is online, and renders again when that changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => onlineManager.isOnline());
}

/** Says that the browser is offline, while it is, and of when the data are that are shown. */
export function Offline() {
  const isOnline = useIsOnline();
  return (
    <div className="offline" role="status">
      {!isOnline && <Banner />}
    </div>
  );
}

function Banner() {
  const [attempt, setAttempt] = useState<"none" | "running" | "failed">("none");
  const tryNow = async () => {
    setAttempt("running");
    // The browser may be wrong: a service on the same machine needs no network.
    const isReachable = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
      () => true,
      () => false,
    );
    if (isReachable) {
      onlineManager.setOnline(true);
    } else {
      setAttempt("failed");
    }
  };
  const updated = lastUpdate();
  return (
    <div className="banner">
      <Icon name="offline" />
      <p>
        <b>You are {attempt === "failed" && "still "}offline.</b>{" "}
        {updated && `What you see is from ${formatTime(updated)}. `}
        Loading resumes with the connection.
      </p>
      <button
        className="button"
        type="button"
        aria-disabled={attempt === "running"}
        onClick={() => attempt !== "running" && tryNow()}
      >
        {attempt === "running" ? "Trying…" : "Try now"}
      </button>
    </div>
  );
}

/** When the newest of all data was received; undefined if there is none. */
function lastUpdate(): Date | undefined {
  const times = queryClient.getQueryCache().getAll();
  const newest = Math.max(0, ...times.map(({ state }) => state.dataUpdatedAt));
  return newest > 0 ? new Date(newest) : undefined;
}
