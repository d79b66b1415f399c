"""What an operator decides, read once from the environment and ``.env``; secrets never show themselves."""

from __future__ import annotations

from pathlib import Path
from secrets import token_urlsafe
from zoneinfo import ZoneInfo

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX, ENV_FILE = "BOT_", ".env"
OPTIONAL = (
    "web_origin",
    "telegram_token",
    "telegram_webhook_url",
    "discord_token",
    "discord_gateway",
)
"""Settings that need not be: a line ``NAME=`` with nothing behind it is as none."""


class BadSettings(Exception):
    """A setting has a value that cannot be; the message names it."""


class Settings(BaseSettings):
    """All settings; each is the environment variable ``BOT_`` plus its name in capitals."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=ENV_FILE, env_file_encoding="utf-8", extra="ignore", frozen=True
    )

    database_url: str = Field(default_factory=lambda: f"sqlite:///{data_folder() / 'chouette.sqlite'}")
    web: bool = True
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8080, ge=0, le=65535)
    web_open: bool = False
    web_origin: str | None = None
    telegram_token: SecretStr | None = None
    telegram_api_root: str = "https://api.telegram.org"
    telegram_webhook_url: str | None = None
    telegram_webhook_secret: SecretStr = Field(default=SecretStr(""), validate_default=True)
    telegram_webhook_host: str = "127.0.0.1"
    telegram_webhook_port: int = Field(default=8443, ge=0, le=65535)
    discord_token: SecretStr | None = None
    discord_api_root: str = "https://discord.com"
    discord_gateway: str | None = None
    log_level: str = Field(default="INFO", pattern=r"(?i)^(debug|info|warning|error)$")
    computer_pace_s: float = Field(default=0.7, ge=0, le=60)
    time_zone: str = "Europe/Berlin"

    @field_validator(*OPTIONAL, mode="before")
    @classmethod
    def _empty_is_not_set(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @field_validator("telegram_webhook_secret")
    @classmethod
    def _is_made_where_none_is_set(cls, secret: SecretStr) -> SecretStr:
        """Here and not where it is used, so that whoever hides secrets knows it."""
        return secret if secret.get_secret_value().strip() else SecretStr(token_urlsafe(48))

    @field_validator("time_zone")
    @classmethod
    def _is_a_zone(cls, name: str) -> str:
        try:
            ZoneInfo(name)
        except (LookupError, ValueError, OSError):
            raise ValueError("there is no such time zone; one is called Europe/Berlin") from None
        return name


def data_folder() -> Path:
    """The user's own folder for data of this program."""
    return user_data_path("chouette", appauthor=False)


def read_settings() -> Settings:
    """The settings as they are now. Raises ``BadSettings``, which never quotes a secret."""
    try:
        return Settings()
    except UnicodeDecodeError:
        raise BadSettings("The file .env is not written in UTF-8.") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = PREFIX + "_".join(str(part) for part in first["loc"]).upper()
        raise BadSettings(f"{name}: {first['msg'].removeprefix('Value error, ')}.") from None
