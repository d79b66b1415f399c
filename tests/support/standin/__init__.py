"""What both platform stand-ins share: a movable clock, faults on order, a record of calls, waiting."""

from tests.support.standin.clock import StandInClock
from tests.support.standin.faults import Fault, FaultKind, Faults
from tests.support.standin.ledger import Call, Json, Ledger
from tests.support.standin.pulse import Pulse
from tests.support.standin.specs import specs_folder

__all__ = ["Call", "Fault", "FaultKind", "Faults", "Json", "Ledger", "Pulse", "StandInClock", "specs_folder"]
